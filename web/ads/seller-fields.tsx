import { limits } from '../../contract/limits.ts';
import { formatNaira } from '../../contract/money.ts';
import * as adFormText from '../../contract/text/ad-form.ts';
import * as commonText from '../../contract/text/common.ts';
import type { ApiFormState } from '../data/api-form.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { AdFields } from './ad-form.ts';
import { parseNaira } from './naira.ts';

export function SellerFields({ form }: { form: Pick<ApiFormState<AdFields>, 'field' | 'watch'> }) {
	const kobo = parseNaira(form.watch('price'));
	const isValidPrice = kobo !== null && kobo >= limits.priceKobo.min && kobo <= limits.priceKobo.max;
	return (
		<>
			<TextField
				label={adFormText.priceInNaira}
				optional
				inputMode="text"
				autoComplete="off"
				placeholder={adFormText.priceExample}
				hint={isValidPrice ? adFormText.pricePreview(formatNaira(kobo)) : undefined}
				{...form.field('price')}
			/>
			<TextField
				label={commonText.place}
				optional
				autoComplete="address-level2"
				placeholder={commonText.placeExample}
				{...form.field('place')}
			/>
			<TextField
				label={adFormText.whatsappNumber}
				optional
				type="tel"
				inputMode="tel"
				autoComplete="tel"
				placeholder={commonText.phoneExample}
				hint={adFormText.whatsappHint}
				{...form.field('whatsapp')}
			/>
		</>
	);
}
