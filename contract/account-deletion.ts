import { z } from 'zod';
import { me } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { time } from './fields.ts';
import { reauthenticationFields } from './recovery.ts';

export const exportMe = endpoint('exportMe', {
	summary: 'An address of a file with everything kept about the own account; it works for some minutes',
	responses: { 200: z.strictObject({ url: z.string(), expires_at: time }) },
	errors: ['unauthenticated', 'forbidden', 'disk_full'],
});

export const deleteMe = endpoint('deleteMe', {
	summary:
		'Delete the own account: it and all it posted are seen no more, its sessions end, and after 14 days it is erased',
	body: z.strictObject(reauthenticationFields),
	responses: { 200: z.strictObject({ deletes_at: time }) },
	errors: ['unauthenticated', 'forbidden', 'conflict'],
});

export const restoreMe = endpoint('restoreMe', {
	summary: 'Bring the own account back before it is erased, with everything as it was',
	responses: { 200: me },
	errors: ['unauthenticated', 'forbidden', 'not_found'],
});
