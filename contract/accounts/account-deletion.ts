import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { timeSchema } from '../core/fields.ts';
import { meSchema } from './accounts.ts';
import { reauthenticationShape } from './recovery.ts';

export const exportMe = defineEndpoint('exportMe', {
	summary: 'Get a short-lived URL of your personal data export',
	responses: { 200: z.strictObject({ url: z.string(), expires_at: timeSchema }) },
	errors: ['unauthenticated', 'forbidden', 'disk_full'],
});

export const deleteMe = defineEndpoint('deleteMe', {
	summary: 'Delete your account: hides it and its posts, ends its sessions, and erases it after 14 days',
	body: z.strictObject(reauthenticationShape),
	responses: { 200: z.strictObject({ deletes_at: timeSchema }) },
	errors: ['unauthenticated', 'forbidden', 'conflict'],
});

export const restoreMe = defineEndpoint('restoreMe', {
	summary: 'Restore your deleted account before it is erased',
	responses: { 200: meSchema },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});
