export const LATEST_PROTOCOL_VERSION = "2026-07-28";

export interface Literals {
  text: "quoted \"text\"";
  single: 'it\'s';
  template: `plain`;
  number: 1.5;
  negative: -1;
  yes: true;
  both: true | false;
  maybe: boolean | true;
  none: null;
}
