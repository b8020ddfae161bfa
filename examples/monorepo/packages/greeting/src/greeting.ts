/** Greets by name. */
export function greetingFor(name: string): string {
  return `Hello, ${name}!`;
}
