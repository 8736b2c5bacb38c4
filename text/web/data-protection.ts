// What administrators read about data protection.
import type { ConcernedPeople, LawfulBasis, RecipientKind } from '../../contract/data-protection/data-protection.ts';

export const title = 'Data protection';
export const sections = { requests: 'Requests', breaches: 'Breaches', record: 'Record' };
export const recordTitle = 'Record of processing';
export const about =
	'What the program does with personal data, as its parts declare it. Add what you do outside the program, such as staff and paper.';
export const loading = 'Loading the record';
export const loadFailed = "We couldn't load the record";
export const downloadAssessment = 'Download impact assessment';
export const assessmentHint = 'A draft that holds what the program knows. Fill in the rest yourself.';
export const servicesTitle = 'Services that get data';
export const servicesHint = 'From your settings. Find out in which country each one is, and keep its contract.';
export const data = 'Data';
export const people = 'People';
export const basis = 'Why allowed';
export const whoReceives = 'Who gets it';
export const retention = 'Kept';
export const concerned: Record<ConcernedPeople, string> = {
	visitors: 'visitors',
	customers: 'customers',
	sellers: 'sellers',
	learners: 'learners',
	administrators: 'administrators',
	others: 'others who are named or shown',
};
export const bases: Record<LawfulBasis, string> = {
	consent: 'Consent',
	contract: 'Contract with the person',
	legal_obligation: 'Legal duty',
	legitimate_interest: 'Legitimate interest',
};
export const recipients: Record<RecipientKind, string> = {
	public: 'everyone',
	sellers: 'the seller concerned',
	hosting: 'who runs the server',
	storage: 'file storage',
	mail: 'email service',
	sms: 'SMS service',
	push: 'push services of browsers',
	payment: 'payment service',
	google: 'Google, for its login',
	whatsapp: 'WhatsApp, if a person opens a chat',
	webhooks: 'programs that the owner or you connected',
	tracing: 'service for traces, without personal data',
};
