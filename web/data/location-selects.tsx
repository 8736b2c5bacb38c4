import type { ComponentProps } from 'react';
import { lgasByState } from '../../contract/location/lgas.ts';
import { states } from '../../contract/location/states.ts';
import * as adOptionsText from '../../text/shared/ad-options.ts';
import * as adFormText from '../../text/web/ad-form.ts';
import { Select } from '../ui/select.tsx';

type FieldProps = Pick<ComponentProps<typeof Select>, 'name' | 'ref' | 'onBlur' | 'onChange' | 'error' | 'disabled'>;

interface LocationSelectsProps {
	/** Chosen state and local government area; empty if none. */
	state: string;
	lga: string;
	stateField: FieldProps;
	lgaField: FieldProps;
	/** Called before another state is chosen, because areas belong to a state. */
	clearLga: () => void;
}

/** State and local government area. Accepts the props of react-hook-form's `register`. */
export function LocationSelects({ state, lga, stateField, lgaField, clearLga }: LocationSelectsProps) {
	const known = states.find((name) => name === state);
	return (
		<div className="grid gap-5 sm:grid-cols-2 sm:gap-3">
			<Select
				label={adOptionsText.homeState}
				optional
				autoComplete="address-level1"
				placeholder={adFormText.statePlaceholder}
				options={states}
				{...stateField}
				onChange={async (event) => {
					clearLga();
					await stateField.onChange?.(event);
				}}
			/>
			<Select
				key={known ?? ''}
				label={adOptionsText.lga}
				optional
				placeholder={known ? adFormText.lgaPlaceholder : adFormText.lgaNeedsState}
				options={known ? lgasByState[known] : []}
				{...lgaField}
				disabled={!known}
				value={lga}
			/>
		</div>
	);
}
