import type { Platform } from '../platform/platform.ts';
import { type ContactServiceDeps, createContactService } from './contacts.ts';
import { contactPersonalData } from './personal-data.ts';
import { createContactRoutes } from './routes.ts';

const day = 86_400_000;

export function createContactsModule(deps: Platform & ContactServiceDeps) {
	const contacts = createContactService(deps);
	return {
		service: contacts,
		routes: createContactRoutes(contacts),
		schedules: [{ name: 'contacts.sweep', every: day, run: contacts.sweep }],
		personalData: [contactPersonalData],
	};
}
