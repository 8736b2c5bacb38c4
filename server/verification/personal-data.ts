import * as processingText from '../../text/server/processing.ts';
import type { AccountService, PersonalDataHandler } from '../accounts/index.ts';
import { toIsoTime } from '../core/clock.ts';
import type { MediaService } from '../media/index.ts';
import { presentRequest } from './present.ts';
import * as store from './store.ts';
import type { VerificationService } from './verification.ts';

export function createVerificationPersonalData(deps: {
	accounts: AccountService;
	media: MediaService;
	verification: VerificationService;
}): PersonalDataHandler {
	const { accounts, media, verification } = deps;
	return {
		section: 'verification',
		processing: {
			...processingText.verification,
			people: ['sellers'],
			basis: 'consent',
			recipients: ['public', 'hosting', 'storage', 'sms'],
		},
		async export(db, accountId) {
			const verified = await accounts.getVerified(db, accountId);
			const code = await store.findPhoneCode(db, accountId);
			const documents = await store.listAccountDocuments(db, accountId);
			return {
				phone_verified_at: toIsoTime(verified.phoneVerifiedAt),
				code_sent: code && { phone: code.phone, at: toIsoTime(code.sent_at) },
				business_name: verified.businessName,
				business_verified_at: toIsoTime(verified.businessVerifiedAt),
				requests: (await store.listAccountVerifications(db, accountId)).map(presentRequest),
				// The export contains the pictures of documents as separate files.
				documents_uploaded_at: documents.map((document) => toIsoTime(document.created_at)),
			};
		},
		async files(db, accountId) {
			const documents = await store.listAccountDocuments(db, accountId);
			return media.listPersonalFiles(
				db,
				documents.map((document) => document.media_id),
			);
		},
		erase: (tx, accountId) => verification.business.erase(tx, accountId),
	};
}
