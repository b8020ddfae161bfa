/** Importing generated code, which is not there when types are checked. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** The modules of a generated folder that the probes use; nothing here knows their types. */
export interface GeneratedCode {
  readonly client: any;
  readonly server: any;
  readonly errors: any;
  readonly validators: any;
  readonly transport: any;
  readonly memory: any;
}

/** Imports the code of a folder. */
export async function importCode(path: string): Promise<GeneratedCode> {
  const load = (name: string): Promise<any> =>
    import(/* @vite-ignore */ pathToFileURL(join(path, `${name}.js`)).href);
  return {
    client: await load("client"),
    server: await load("server"),
    errors: await load("errors"),
    validators: await load("validators"),
    transport: await load("runtime/protocol/transport"),
    memory: await load("runtime/memory"),
  };
}
