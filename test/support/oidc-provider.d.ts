/** As much of `oidc-provider` as the tests use; it comes without types. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  export default class Provider {
    constructor(issuer: string, settings: object);
    callback(): RequestListener;
  }
}
