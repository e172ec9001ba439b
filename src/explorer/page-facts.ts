import type { ApiHost } from '../upstream/catalogue/language/endpoint.ts';

/** What the gateway tells its page. */
export interface PageFacts {
  /** The base URLs of the embedded emulator; null where the API is not embedded. */
  readonly emulator: Readonly<Record<ApiHost, string>> | null;
  /** Whether GraphiQL is served too. */
  readonly graphiql: boolean;
  /** The URL under which sign-ins take place. */
  readonly publicUrl: string;
  /** The most calls, objects and values of one operation. */
  readonly limits: { readonly calls: number; readonly objects: number; readonly values: number };
  /** The hosts of the endpoints that are not on `ads`, by name. */
  readonly elsewhere: Readonly<Record<string, ApiHost>>;
}
