export { createPublicHttpsAgent, createPublicReceivers, type OutgoingReceivers, post } from './outgoing.ts';
