import { useState } from 'react';
import { conditions, deliveryOptions, hasItemOptions } from '../../contract/ads/ad-options.ts';
import * as adOptionsText from '../../text/shared/ad-options.ts';
import * as adsText from '../../text/shared/ads.ts';
import * as adFormText from '../../text/web/ad-form.ts';
import type { ApiFormState } from '../data/api-form.tsx';
import { LocationSelects } from '../data/location-selects.tsx';
import { Select } from '../ui/select.tsx';
import { TextField } from '../ui/text-field.tsx';
import { type AdFields, readDelivery } from './ad-form.ts';
import { OptionalFields } from './optional-fields.tsx';

interface FieldsProps {
	form: Pick<ApiFormState<AdFields>, 'field' | 'watch' | 'setValue'>;
}

const checkboxRow = 'flex min-h-11 cursor-pointer items-center gap-3 text-16';
const checkbox = 'size-5 shrink-0 accent-leaf';

export function NegotiableField({ form }: FieldsProps) {
	// Without its `ref`, react-hook-form keeps the text of the field instead of reading the checkbox.
	const { name } = form.field('negotiable');
	return (
		<label className={`${checkboxRow} -mt-3`}>
			<input
				type="checkbox"
				name={name}
				className={checkbox}
				checked={form.watch('negotiable') !== ''}
				onChange={({ currentTarget }) => setField(form, 'negotiable', currentTarget.checked ? 'yes' : '')}
			/>
			<span>
				{adOptionsText.negotiable}
				<span className="block text-14 text-quiet">{adFormText.negotiableHint}</span>
			</span>
		</label>
	);
}

/** Condition of the item. For property, a notice says that a chosen condition or delivery is left out. */
export function ConditionField({ form }: FieldsProps) {
	const [category, condition, delivery] = [form.watch('category'), form.watch('condition'), form.watch('delivery')];
	const isProperty = category !== '' && !hasItemOptions(category);
	const field = form.field('condition');
	return (
		<>
			{!isProperty && (
				<Select
					label={adOptionsText.condition}
					optional
					placeholder={adFormText.conditionPlaceholder}
					options={conditions.map((value) => ({ value, label: adsText.conditionNames[value] }))}
					{...field}
				/>
			)}
			<p role="status" className="-mt-3 text-14 text-quiet empty:hidden">
				{isProperty && (condition !== '' || delivery !== '') && adFormText.propertyNotice}
			</p>
		</>
	);
}

export function LocationFields({ form }: FieldsProps) {
	const [state, lga] = [form.watch('state'), form.watch('lga')];
	return (
		<LocationSelects
			state={state}
			lga={lga}
			stateField={form.field('state')}
			lgaField={form.field('lga')}
			clearLga={() => setField(form, 'lga', '')}
		/>
	);
}

/** Fields that few ads need, folded while they are empty. The summary names them and says that they are optional. */
export function FoldedFields({ form }: FieldsProps) {
	const [place, delivery, category] = [form.watch('place'), form.watch('delivery'), form.watch('category')];
	const placeField = form.field('place');
	const [isOpen, setOpen] = useState(place !== '' || delivery !== '');
	const hasDelivery = hasItemOptions(category);
	return (
		<OptionalFields
			summary={hasDelivery ? adFormText.deliveryDetails : adFormText.spotDetails}
			isOpen={isOpen || placeField.error !== undefined}
			onToggle={setOpen}
		>
			<TextField
				label={adFormText.spot}
				optional
				autoComplete="off"
				placeholder={adFormText.spotExample}
				{...placeField}
			/>
			{hasDelivery && <DeliveryField form={form} />}
		</OptionalFields>
	);
}

function DeliveryField({ form }: FieldsProps) {
	const chosen = readDelivery(form.watch('delivery'));
	const { name, error } = form.field('delivery');
	return (
		<fieldset>
			<legend className="font-semibold text-14">{adOptionsText.delivery}</legend>
			<div className="mt-1 grid sm:grid-cols-2">
				{deliveryOptions.map((option) => (
					<label key={option} className={checkboxRow}>
						<input
							type="checkbox"
							name={name}
							className={checkbox}
							checked={chosen.includes(option)}
							onChange={({ currentTarget }) => {
								const isChosen = (other: string) =>
									other === option ? currentTarget.checked : chosen.some((one) => one === other);
								setField(form, 'delivery', deliveryOptions.filter(isChosen).join(' '));
							}}
						/>
						{adOptionsText.deliveryNames[option]}
					</label>
				))}
			</div>
			{error && <p className="text-14 text-danger">{error}</p>}
		</fieldset>
	);
}

function setField(form: FieldsProps['form'], name: keyof AdFields, value: string) {
	form.setValue(name, value, { shouldDirty: true, shouldValidate: false });
}
