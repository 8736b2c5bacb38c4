import { z } from 'zod';
import { logInForm, session } from './accounts.ts';
import { addresses } from './addresses.ts';
import { endpoint } from './endpoint.ts';

export const adminLogIn = endpoint(addresses.adminLogIn, {
	summary: 'Begin the session of an administrator',
	body: logInForm,
	answers: { 200: session },
});

export const getGoogleAddress = endpoint(addresses.getGoogleAddress, {
	summary: 'Where signing in with Google begins; null where it is not configured',
	answers: { 200: z.strictObject({ url: z.url().nullable() }) },
});
