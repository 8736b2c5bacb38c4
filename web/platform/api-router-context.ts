import { createContext } from 'react-router';
import type { Client } from '../../contract/core/client.ts';

/** Context key of the API client for loaders. The client calls the API in-process on the server and over `fetch` in the browser. */
export const apiRouterContext = createContext<Client>();
