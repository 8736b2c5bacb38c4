import { isLgaOf } from '../../contract/lgas.ts';
import { states } from '../../contract/states.ts';
import { createStoredValue } from '../platform/stored-value.ts';
import type { AdFields } from './ad-form.ts';
import { hasInput } from './draft.ts';
import { lastLocationKey } from './draft-key.ts';

type Location = Pick<AdFields, 'state' | 'lga'>;

/** Location of the last ad posted on this device. */
const lastLocation = createStoredValue<Location>(lastLocationKey, (value) => {
	const { state, lga } = Object(value) as Partial<Record<keyof Location, unknown>>;
	const known = states.find((name) => name === state);
	if (!known) return null;
	return { state: known, lga: typeof lga === 'string' && isLgaOf(known, lga) ? lga : '' };
});

/** Fills in the location of the last ad if a form is still empty. */
export function withLastLocation(fields: AdFields): AdFields {
	return hasInput(fields) || fields.state !== '' ? fields : { ...fields, ...lastLocation.get() };
}

export function setLastLocation({ state, lga }: Location): void {
	if (state) lastLocation.set({ state, lga });
}
