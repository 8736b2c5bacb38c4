import type { FastifyInstance } from 'fastify';
import type { PersonalDataHandler } from './accounts/index.ts';
import type { OtherOperation, Route } from './http/index.ts';
import type { JobHandler, Schedule } from './jobs/index.ts';

export interface Module<Service> {
	/** Service of the module. Modules that are created after this one may call it. */
	service: Service;
	/** Handlers of the endpoints in contract/. */
	routes?: readonly Route[];
	jobs?: readonly JobHandler[];
	schedules?: readonly Schedule[];
	personalData?: readonly PersonalDataHandler[];
	/** Operations outside the contract, for the API documentation. */
	otherOperations?: readonly OtherOperation[];
	/** Registers routes that are no endpoints of the contract. */
	serve?: (app: FastifyInstance) => void;
	/** Closes the module after the last request, before the jobs and the database are closed. */
	close?: () => Promise<void>;
}

export interface CreatedModules<Services> {
	services: Services;
	/** Modules in the order of their creation. */
	modules: readonly Module<unknown>[];
}

export interface ModuleList<Platform extends object, Services> {
	/** Creates a module. Later modules get its service under `name`. Throws if `name` is already used. */
	add<Name extends string, Service>(
		name: Name,
		create: (deps: Platform & Services) => Module<Service> | Promise<Module<Service>>,
	): ModuleList<Platform, Services & Record<Name, Service>>;
	created: Promise<CreatedModules<Services>>;
}

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
