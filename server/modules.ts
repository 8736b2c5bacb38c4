import type { FastifyInstance } from 'fastify';
import type { PersonalData } from './accounts/index.ts';
import type { Route } from './platform/http/index.ts';
import type { JobHandler, Schedule } from './platform/jobs/index.ts';

/** What a domain module offers. */
export interface Module<Service> {
	/** What the modules after it call. */
	service: Service;
	/** Its endpoints of the contract. */
	routes?: readonly Route[];
	jobs?: readonly JobHandler[];
	schedules?: readonly Schedule[];
	personalData?: readonly PersonalData[];
	/** Adds routes that are not in the contract. */
	serve?: (app: FastifyInstance) => void;
	/** Called once no request runs any more, before the jobs and the database stop. */
	close?: () => Promise<void>;
}

export interface CreatedModules<Services> {
	services: Services;
	/** In the order in which they were created. */
	modules: readonly Module<unknown>[];
}

export interface ModuleList<Platform extends object, Services> {
	/** Creates a module with the platform and the services of the modules before it. Its service has this name, a new one, for those after it. */
	add<Name extends string, Service>(
		name: Name,
		create: (deps: Platform & Services) => Module<Service> | Promise<Module<Service>>,
	): ModuleList<Platform, Services & Record<Name, Service>>;
	created: Promise<CreatedModules<Services>>;
}

/** An empty list of modules that share a platform. */
export function createModuleList<Platform extends object>(platform: Platform): ModuleList<Platform, unknown> {
	return extendModuleList(platform, Promise.resolve({ services: {}, modules: [] }));
}

function extendModuleList<Platform extends object, Services>(
	platform: Platform,
	created: Promise<CreatedModules<Services>>,
): ModuleList<Platform, Services> {
	return {
		add<Name extends string, Service>(
			name: Name,
			create: (deps: Platform & Services) => Module<Service> | Promise<Module<Service>>,
		) {
			async function createNext() {
				const { services, modules } = await created;
				const deps = { ...platform, ...services };
				if (name in deps) throw new Error(`There is already a dependency named ${name}`);
				const module = await create(deps);
				const own = { [name]: module.service } as Record<Name, Service>;
				return { services: { ...services, ...own }, modules: [...modules, module] };
			}
			return extendModuleList(platform, createNext());
		},
		created,
	};
}
