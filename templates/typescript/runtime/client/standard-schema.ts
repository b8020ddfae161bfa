/** Schemas of other libraries, by the interface that they have in common (standardschema.dev). */

/** What a value came to: itself, maybe converted, or what is wrong with it. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | {
      readonly issues: readonly { readonly message: string }[];
      readonly value?: never;
    };

/** A schema object of zod, valibot, arktype and others, or of `validators.ts`. */
export interface StandardSchema<Output> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (
      value: unknown,
    ) => StandardResult<Output> | Promise<StandardResult<Output>>;
    /** Exists for the compiler only. */
    readonly types?:
      { readonly input: unknown; readonly output: Output } | undefined;
  };
}
