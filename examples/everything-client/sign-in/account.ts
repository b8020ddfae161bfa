/** What a client remembers of its authorization, in memory. */
import type {
  OAuthClientInformationContext,
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from "@modelcontextprotocol/client";

/** Options of an {@link Account}. */
export interface AccountOptions {
  /**
   * Shows the page where the user signs in.
   *
   * @returns The address that the browser was sent back to in the end, which is
   *   `redirectUrl` with the outcome as its query.
   */
  readonly browse: (page: URL) => Promise<URL>;
  /** Where authorization servers find out about this client, if it is published. */
  readonly clientMetadataUrl?: string | undefined;
  /** Credentials that were agreed on beforehand, where servers register nobody. */
  readonly registered?: StoredOAuthClientInformation | undefined;
}

/**
 * One user's authorization at one MCP server. The library asks it for everything and
 * tells it everything; a real program keeps tokens where it keeps secrets.
 *
 * Credentials are kept by issuer: what one authorization server gave is never shown to
 * another, even when the MCP server changes from one to the other.
 */
export class Account implements OAuthClientProvider {
  /** Nothing listens here in this example; `browse` reads the address instead. */
  readonly redirectUrl = "http://127.0.0.1:8976/callback";
  readonly clientMetadataUrl?: string;
  /** The outcome of the last visit to the authorization server, until it is used. */
  outcome: URLSearchParams | undefined;
  /** The scope that was asked for last. Servers may leave it out of what they grant. */
  requestedScope: string | undefined;

  readonly #options: AccountOptions;
  readonly #clients = new Map<string, StoredOAuthClientInformation>();
  readonly #tokens = new Map<string, StoredOAuthTokens>();
  #latest: StoredOAuthTokens | undefined;
  #discovery: OAuthDiscoveryState | undefined;
  #verifier = "";
  #state = "";

  constructor(options: AccountOptions) {
    this.#options = options;
    if (options.clientMetadataUrl !== undefined) {
      this.clientMetadataUrl = options.clientMetadataUrl;
    }
  }

  get clientMetadata(): OAuthClientMetadata {
    return {
      client_name: "everything-client",
      redirect_uris: [this.redirectUrl],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
    };
  }

  clientInformation(
    context?: OAuthClientInformationContext,
  ): StoredOAuthClientInformation | undefined {
    return this.#clients.get(context?.issuer ?? "") ?? this.#options.registered;
  }

  saveClientInformation(
    client: StoredOAuthClientInformation,
    context?: OAuthClientInformationContext,
  ): void {
    this.#clients.set(context?.issuer ?? "", client);
  }

  tokens(
    context?: OAuthClientInformationContext,
  ): StoredOAuthTokens | undefined {
    return context === undefined
      ? this.#latest
      : this.#tokens.get(context.issuer);
  }

  saveTokens(
    tokens: StoredOAuthTokens,
    context?: OAuthClientInformationContext,
  ): void {
    this.#tokens.set(context?.issuer ?? "", tokens);
    this.#latest = tokens;
  }

  /** Protects the visit: an outcome that does not bring it back is none of ours. */
  state(): string {
    this.#state = crypto.randomUUID();
    return this.#state;
  }

  async redirectToAuthorization(page: URL): Promise<void> {
    this.requestedScope = page.searchParams.get("scope") ?? undefined;
    const { searchParams } = await this.#options.browse(page);
    if (searchParams.get("state") !== this.#state) {
      throw new Error("The authorization server answered somebody else.");
    }
    this.outcome = searchParams;
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#discovery = state;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovery;
  }

  invalidateCredentials(
    kind: "all" | "client" | "tokens" | "verifier" | "discovery",
  ): void {
    if (kind === "all" || kind === "client") this.#clients.clear();
    if (kind === "all" || kind === "tokens") {
      this.#tokens.clear();
      this.#latest = undefined;
    }
    if (kind === "all" || kind === "discovery") this.#discovery = undefined;
  }
}
