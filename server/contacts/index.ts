export type { ContactService } from './contacts.ts';
export { buyerNamed, contactMade } from './events.ts';
export { createContactsModule } from './module.ts';
