import { createContext } from 'react';
import { createContext as createRouterContext } from 'react-router';

/** CSP nonce of the page's scripts during server rendering. Undefined in browsers, because the host removes the nonce from the page. */
export const NonceContext = createContext<string | undefined>(undefined);

/** Context key by which the host passes the CSP nonce to the server renderer. The renderer provides it as `NonceContext`. */
export const nonceRouterContext = createRouterContext<string>();
