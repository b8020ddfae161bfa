export const LATEST_PROTOCOL_VERSION = "2026-07-28";

export interface Block {
  text: string;
}
export interface Arrays {
  one: string[];
  oneOrMany: Block | Block[];
  mixed: (string | Block)[];
  generic: Array<{ key: string }>;
  nested: number[][];
}
