import { earlyAddresses } from './early-addresses.ts';
import { lateAddresses } from './late-addresses.ts';

/** Method and path of every endpoint, separate from the schemas. The web app imports only the types, because the client loads the late ones. */
export const endpointAddresses = { ...earlyAddresses, ...lateAddresses };

export type EndpointName = keyof typeof endpointAddresses;
export type EndpointAddress<Name extends EndpointName = EndpointName> = (typeof endpointAddresses)[Name];
