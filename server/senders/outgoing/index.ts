export { createPublicHttpsAgent, createPublicReceivers, type OutgoingReceivers, post, tracePost } from './outgoing.ts';
