export type { ContactService } from './contacts.ts';
export { buyerNamed } from './events.ts';
export { createContactsModule } from './module.ts';
