export { businessVerificationDecided, type VerificationOutcome } from './events.ts';
export { createVerificationModule } from './module.ts';
export { insertVerification } from './store.ts';
export type { VerificationService } from './verification.ts';
