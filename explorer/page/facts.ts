/** The hosts of the API that have an address of their own. */
type ApiHost = 'ads' | 'sandbox' | 'platform';

/** The facts that the gateway tells its page. */
export interface PageFacts {
  /** The base URLs of the embedded emulator; null if the API is not embedded. */
  readonly emulator: Readonly<Record<ApiHost, string>> | null;
  /** True if agents can connect. */
  readonly agents: boolean;
  /** True if GraphiQL is served too. */
  readonly graphiql: boolean;
  /** The URL under which people sign in. */
  readonly publicUrl: string;
  /** The most calls, objects and values of one operation. */
  readonly limits: { readonly calls: number; readonly objects: number; readonly values: number };
  /** The hosts of the endpoints that are not on `ads`, by name. */
  readonly elsewhere: Readonly<Record<string, ApiHost>>;
}

const root = document.querySelector<HTMLElement>('#root');

/** The facts in the HTML of the page. */
export const facts = JSON.parse(root?.dataset['facts'] ?? '{}') as PageFacts;

/** The nonce of styles that the editors add to the page. */
export const styleNonce = document.querySelector('script')?.nonce ?? '';
