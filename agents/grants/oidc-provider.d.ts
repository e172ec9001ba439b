/** The part of this package that grants use. It has no types of its own. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export interface ClientFacts {
    readonly clientId: string;
    readonly clientName?: string;
    readonly redirectUris: readonly string[];
    readonly clientIdMetadataDocument?: true;
    redirectUriAllowed(address: string): boolean;
    grantTypeAllowed(type: string): boolean;
  }

  export interface ProviderContext {
    readonly req: IncomingMessage;
    readonly oidc: {
      readonly result?: { readonly consent?: { readonly grantId?: string } };
      readonly entities: { readonly Interaction?: { readonly result?: object } };
      readonly client?: ClientFacts;
    };
    status: number;
    type: string;
    body: unknown;
    set(name: string, value: string): void;
    redirect(address: string): void;
    accepts(...types: readonly string[]): string | false;
  }

  /** A code, an access token or a refresh token. */
  export interface IssuedToken {
    readonly grantId?: string;
    readonly scope?: string;
    readonly aud?: string | readonly string[];
    readonly clientId?: string;
  }

  export interface InteractionFacts {
    readonly uid: string;
    readonly params: Readonly<Record<string, unknown>>;
  }

  export class Provider {
    constructor(issuer: string, configuration: object);
    readonly Client: {
      readonly prototype: ClientFacts;
      find(id: string): Promise<ClientFacts | undefined>;
    };
    readonly AccessToken: { find(token: string): Promise<IssuedToken | undefined> };
    readonly Grant: {
      new (of: {
        readonly accountId: string;
        readonly clientId: string;
      }): {
        addResourceScope(resource: string, scope: string): void;
        save(): Promise<string>;
      };
      find(id: string): Promise<object | undefined>;
    };
    proxy: boolean;
    silent: boolean;
    registerResponseMode(
      name: string,
      answer: (
        ctx: ProviderContext,
        address: string,
        answer: Readonly<Record<string, string>>,
      ) => void,
    ): void;
    callback(): (req: IncomingMessage, res: ServerResponse) => Promise<void>;
    on(event: string, listener: (ctx: ProviderContext, error: Error) => void): this;
    interactionDetails(req: IncomingMessage, res: ServerResponse): Promise<InteractionFacts>;
    interactionResult(req: IncomingMessage, res: ServerResponse, result: object): Promise<string>;
  }

  export const interactionPolicy: {
    readonly Prompt: new (
      about: { readonly name: string; readonly requestable: boolean },
      ...checks: readonly object[]
    ) => object;
    readonly Check: new (
      reason: string,
      description: string,
      error: string,
      check: (ctx: ProviderContext) => boolean,
    ) => object;
  };

  export const errors: {
    readonly TemporarilyUnavailable: new (detail: string) => Error;
    readonly InvalidGrant: new (detail: string) => Error;
    readonly InvalidTarget: new () => Error;
    readonly InvalidClientMetadata: new (description: string) => Error;
  };
}
