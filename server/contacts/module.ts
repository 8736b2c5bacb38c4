import type { FastifyInstance } from 'fastify';
import { getOrCreateSecret } from '../core/secrets.ts';
import type { Platform } from '../platform.ts';
import { createContactLinkService } from './contact-links.ts';
import { type ContactServiceDeps, createContactService } from './contacts.ts';
import { contactPersonalData, revealPersonalData } from './personal-data.ts';
import { createRevealService } from './reveals.ts';
import { createContactRoutes } from './routes.ts';
import { serveContactLinks } from './serve-contact-links.ts';

const hour = 3_600_000;
const day = 24 * hour;

export async function createContactsModule(deps: Platform & ContactServiceDeps) {
	const secret = await getOrCreateSecret(deps.db, 'contacts');
	const contacts = createContactService(deps);
	const reveals = createRevealService({ ...deps, secret });
	const links = createContactLinkService({ ...deps, reveals });
	return {
		service: contacts,
		routes: createContactRoutes(contacts, links, reveals),
		schedules: [
			{ name: 'contacts.sweep', every: day, run: contacts.sweep },
			{ name: 'contacts.sweep-reveals', every: hour, run: reveals.sweep },
		],
		personalData: [contactPersonalData, revealPersonalData],
		serve: (app: FastifyInstance) => serveContactLinks(app, { ...deps, links, secret }),
	};
}
