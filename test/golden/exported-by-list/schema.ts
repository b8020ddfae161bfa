export const LATEST_PROTOCOL_VERSION = "2026-07-28";

interface Tool {
  name: string;
}
interface Hidden {
  never: [used: string];
}
export { Tool };
