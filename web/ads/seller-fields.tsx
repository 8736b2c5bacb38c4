import type { UseFormReturn } from 'react-hook-form';
import { limits } from '../../contract/limits.ts';
import { formatNaira } from '../../contract/money.ts';
import * as adFormText from '../../contract/text/ad-form.ts';
import * as commonText from '../../contract/text/common.ts';
import { TextField } from '../ui/text-field.tsx';
import type { AdFields } from './ad-form.ts';
import { parseNaira } from './naira.ts';

/** Any form over an ad's fields, whatever it makes of them. */
export type AdFormControl = Pick<UseFormReturn<AdFields>, 'register' | 'watch'> & {
	formState: Pick<UseFormReturn<AdFields>['formState'], 'errors'>;
};

/** What a customer asks first: price, place, and the number to write to. */
export function SellerFields({ form }: { form: AdFormControl }) {
	const { errors } = form.formState;
	const kobo = parseNaira(form.watch('price'));
	const shown = kobo !== null && kobo >= limits.priceKobo.min && kobo <= limits.priceKobo.max;
	return (
		<>
			<TextField
				label={adFormText.priceInNaira}
				optional
				inputMode="text"
				autoComplete="off"
				placeholder={adFormText.priceExample}
				hint={shown ? adFormText.priceShownAs(formatNaira(kobo)) : undefined}
				error={errors.price?.message}
				{...form.register('price')}
			/>
			<TextField
				label={commonText.place}
				optional
				autoComplete="address-level2"
				placeholder={commonText.placeExample}
				error={errors.place?.message}
				{...form.register('place')}
			/>
			<TextField
				label={adFormText.whatsappNumber}
				optional
				type="tel"
				inputMode="tel"
				autoComplete="tel"
				placeholder={commonText.phoneExample}
				hint={adFormText.whatsappHint}
				error={errors.whatsapp?.message}
				{...form.register('whatsapp')}
			/>
		</>
	);
}
