import { defineJobHandler } from '../jobs/index.ts';
import type { Platform } from '../platform.ts';
import { createImportService, type ImportServiceDeps } from './imports.ts';
import { importUndoJob } from './job-definitions.ts';
import { importPersonalData } from './personal-data.ts';
import { createImportRoutes } from './routes.ts';

const hour = 3_600_000;

export function createImportsModule(deps: Platform & ImportServiceDeps) {
	const imports = createImportService(deps);
	return {
		service: imports,
		routes: createImportRoutes(imports),
		jobs: [defineJobHandler(importUndoJob, ({ import_id }, { signal }) => imports.removeAds(import_id, signal))],
		schedules: [{ name: 'imports.finish', every: hour, run: imports.finishSilent }],
		personalData: [importPersonalData],
	};
}
