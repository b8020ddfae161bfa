export const LATEST_PROTOCOL_VERSION = "2026-07-28";

/** Told apart in TypeScript, the same text or number in JSON. */
export interface Limits {
  ttl: number & { readonly minimum: 0 };
  id?: string & { __brand: "id" };
  unit: Unit & { readonly kind: "unit" };
  /** An empty object type adds nothing. */
  whole: Named & {};
}

export type Unit = string;

export interface Named {
  name: string;
}
