/** Where results name the server. */
import { resultMetaKeys, type MetaKeyInfo } from "../../../methods.js";

/**
 * The key of a result's `_meta` for name and version of the server; undefined in revisions
 * whose discovery result has them as a member.
 */
export const serverInfoKey: string | undefined = (
  resultMetaKeys as Readonly<Record<string, MetaKeyInfo>>
)["serverInfo"]?.key;
