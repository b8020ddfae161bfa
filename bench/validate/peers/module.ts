/**
 * Imports a peer. The peers live in `bench/package.json`, which a mere
 * checkout does not install, so the compiler must not look for their types.
 */
export async function peerModule<T>(specifier: string): Promise<T> {
  return (await import(specifier)) as T;
}
