// Types of the used part of OAuth clients that have none of their own.

declare module 'simple-oauth2' {
  interface Configuration {
    readonly client: { readonly id: string; readonly secret: string };
    readonly auth: {
      readonly tokenHost: string;
      readonly tokenPath: string;
      readonly authorizePath?: string;
      readonly revokePath: string;
    };
    readonly options?: { readonly authorizationMethod: 'header' | 'body' };
  }

  type Parameters = Readonly<Record<string, string>>;

  interface AccessToken {
    readonly token: { readonly access_token: string; readonly refresh_token?: string };
    expired(): boolean;
    refresh(): Promise<AccessToken>;
    revokeAll(): Promise<void>;
  }

  export class ClientCredentials {
    constructor(configuration: Configuration);
    getToken(parameters: Parameters): Promise<AccessToken>;
  }

  export class AuthorizationCode {
    constructor(configuration: Configuration);
    authorizeURL(parameters: Parameters): string;
    getToken(parameters: Parameters): Promise<AccessToken>;
  }
}

declare module 'passport-oauth2' {
  interface Configuration {
    readonly authorizationURL: string;
    readonly tokenURL: string;
    readonly clientID: string;
    readonly clientSecret: string;
    readonly callbackURL: string;
    readonly scope: string;
    readonly pkce: boolean;
    readonly state: boolean;
  }

  type Done = (error: Error | null, user?: object) => void;

  export default class Strategy {
    constructor(
      configuration: Configuration,
      verify: (accessToken: string, refreshToken: string, profile: object, done: Done) => void,
    );
    authenticate(request: object, options: object): void;
    redirect: (address: string) => void;
    success: (user: object) => void;
    fail: (challenge: unknown) => void;
    error: (error: Error) => void;
  }
}
