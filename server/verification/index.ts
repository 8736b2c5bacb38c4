export { businessVerificationDecided, type VerificationOutcome } from './events.ts';
export { createVerificationModule } from './module.ts';
export type { VerificationService } from './verification.ts';
