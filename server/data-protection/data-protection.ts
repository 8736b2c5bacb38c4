import { type BreachServiceDeps, createBreachService } from './breaches.ts';
import { createLegalRequestService, type LegalRequestServiceDeps } from './legal-requests.ts';
import { createProcessingRecordService, type ProcessingRecordServiceDeps } from './processing-record.ts';

type DataProtectionServiceDeps = BreachServiceDeps & LegalRequestServiceDeps & ProcessingRecordServiceDeps;

export type DataProtectionService = ReturnType<typeof createDataProtectionService>;

export function createDataProtectionService(deps: DataProtectionServiceDeps) {
	return {
		record: createProcessingRecordService(deps),
		requests: createLegalRequestService(deps),
		breaches: createBreachService(deps),
	};
}
