export { businessVerificationDecided, type VerificationOutcome } from './events.ts';
export { createVerificationModule } from './module.ts';
