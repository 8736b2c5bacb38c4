import type { FastifyInstance } from 'fastify';
import type { AccountService } from '../accounts/index.ts';
import type { MarketSettingsService } from '../market-settings/index.ts';
import type { MediaService } from '../media/index.ts';
import type { Platform } from '../platform.ts';
import { createCourseService } from './courses.ts';
import { coursePersonalData } from './personal-data.ts';
import { createCourseRoutes } from './routes.ts';
import { serveCertificates } from './serve-certificates.ts';

interface CoursesModuleDeps extends Platform {
	accounts: AccountService;
	media: MediaService;
	marketSettings: MarketSettingsService;
}

export function createCoursesModule(deps: CoursesModuleDeps) {
	const { config, logger } = deps;
	const courses = createCourseService(deps);
	if (config.whatsapp === null) {
		logger.info("No WHATSAPP_NUMBER is set: 'Chat on WhatsApp' on the course pages lets the visitor choose a contact");
	}
	return {
		service: courses,
		routes: createCourseRoutes(courses),
		personalData: [coursePersonalData],
		serve: (app: FastifyInstance) => serveCertificates(app, { ...deps, courses }),
	};
}
