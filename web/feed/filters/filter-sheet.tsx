import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { adFormats, conditions, deliveryOptions } from '../../../contract/ads/ad-options.ts';
import type { Client } from '../../../contract/core/client.ts';
import * as limits from '../../../contract/core/limits.ts';
import type { CountedFilter } from '../../../contract/feed/feed.ts';
import { lgasByState } from '../../../contract/location/lgas.ts';
import { states } from '../../../contract/location/states.ts';
import * as adFiltersText from '../../../text/shared/ad-filters.ts';
import * as adOptionsText from '../../../text/shared/ad-options.ts';
import * as adsText from '../../../text/shared/ads.ts';
import * as commonText from '../../../text/shared/common.ts';
import { useApi } from '../../platform/api.ts';
import { useDialogInHistory } from '../../platform/use-dialog-in-history.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { AdFilter } from '../ad-filter.ts';
import { type FilterProps, toAdFilterParams } from './params.ts';
import { explainFilterPrice, parseFilterPrice } from './parse.ts';

interface Typed {
	min: string;
	max: string;
}

/** Dialog that changes the filters of a list of ads. Each option shows how many ads it has within the other filters. */
export function FilterSheet({ filter, toPath, q = '' }: FilterProps & { q?: string }) {
	const navigate = useNavigate();
	const { close } = useDialogInHistory('filters');
	const [draft, setDraft] = useState(filter);
	const [typed, setTyped] = useState<Typed>(() => toTyped(filter));
	const { data: counts } = useQuery({
		...adCountsQuery(useApi(), useSettled(draft), q),
		// The previous counts stay while the next ones load, so that the options do not flicker.
		placeholderData: (previous) => previous,
	});
	const change = (changed: Partial<AdFilter>) => setDraft((before) => ({ ...before, ...changed }));
	const errors = { min: explainFilterPrice(typed.min), max: explainFilterPrice(typed.max) };

	function withCount(name: CountedFilter, value: string, label: string) {
		const count = counts?.options.get(`${name} ${value}`) ?? 0;
		return counts ? adFiltersText.optionCount(label, adFiltersText.cappedCount(count, limits.countedAds)) : label;
	}
	function toOptions<Value extends string>(
		name: CountedFilter,
		values: readonly Value[],
		label: (value: Value) => string,
	) {
		return values.map((value) => ({ value, label: withCount(name, value, label(value)) }));
	}
	function choose<Value extends string>(values: readonly Value[], chosen: string) {
		return values.find((value) => value === chosen);
	}
	function setPrice(name: keyof Typed, text: string) {
		setTyped({ ...typed, [name]: text });
		change({ [`${name}_price`]: parseFilterPrice(text) });
	}

	return (
		<Dialog open onClose={close} title={adFiltersText.title}>
			<form
				noValidate
				className="flex flex-col gap-4"
				onSubmit={(event) => {
					event.preventDefault();
					// React passes the event on to a form that contains the button of this dialog.
					event.stopPropagation();
					if (errors.min || errors.max) return;
					// Replaces the history entry of the dialog, which closes it. `typed` tells the search form to keep its input.
					void navigate(toPath(draft), { replace: true, state: { typed: true } });
				}}
			>
				<div className="grid grid-cols-2 gap-3">
					<Select
						label={adOptionsText.homeState}
						placeholder={adFiltersText.anyState}
						options={toOptions('state', states, (name) => name)}
						value={draft.state ?? ''}
						onChange={({ currentTarget }) => change({ state: choose(states, currentTarget.value), lga: undefined })}
					/>
					<Select
						label={adFiltersText.lga}
						placeholder={adFiltersText.anyLga}
						disabled={!draft.state}
						options={draft.state ? toOptions('lga', lgasByState[draft.state], (name) => name) : []}
						value={draft.lga ?? ''}
						onChange={({ currentTarget }) => change({ lga: currentTarget.value || undefined })}
					/>
					<Select
						label={adOptionsText.condition}
						placeholder={adFiltersText.any}
						options={toOptions('condition', conditions, (name) => adsText.conditionNames[name])}
						value={draft.condition ?? ''}
						onChange={({ currentTarget }) => change({ condition: choose(conditions, currentTarget.value) })}
					/>
					<Select
						label={adOptionsText.delivery}
						placeholder={adFiltersText.any}
						options={toOptions('delivery', deliveryOptions, (name) => adOptionsText.deliveryNames[name])}
						value={draft.delivery ?? ''}
						onChange={({ currentTarget }) => change({ delivery: choose(deliveryOptions, currentTarget.value) })}
					/>
					{(['min', 'max'] as const).map((name) => (
						<TextField
							key={name}
							label={name === 'min' ? adFiltersText.minPrice : adFiltersText.maxPrice}
							inputMode="text"
							placeholder={name === 'min' ? adFiltersText.minPricePlaceholder : adFiltersText.maxPricePlaceholder}
							error={errors[name]}
							value={typed[name]}
							maxLength={20}
							autoComplete="off"
							onChange={({ currentTarget }) => setPrice(name, currentTarget.value)}
						/>
					))}
				</div>
				<label className="flex min-h-11 cursor-pointer items-center gap-3">
					<input
						type="checkbox"
						className="size-5 shrink-0 accent-leaf"
						checked={draft.negotiable !== undefined}
						onChange={({ currentTarget }) => change({ negotiable: currentTarget.checked ? 'true' : undefined })}
					/>
					{withCount('negotiable', 'true', adFiltersText.onlyNegotiable)}
				</label>
				<div className="grid grid-cols-2 gap-3">
					<TextField
						label={commonText.place}
						placeholder={commonText.placeExample}
						value={draft.place ?? ''}
						maxLength={limits.place.max}
						autoComplete="off"
						onChange={({ currentTarget }) => change({ place: currentTarget.value || undefined })}
					/>
					<Select
						label={adFiltersText.format}
						placeholder={adFiltersText.any}
						options={toOptions('format', adFormats, (name) => adFiltersText.formatNames[name])}
						value={draft.format ?? ''}
						onChange={({ currentTarget }) => change({ format: choose(adFormats, currentTarget.value) })}
					/>
				</div>
				<div className="sticky bottom-0 -mx-1 flex gap-2 bg-card px-1 pt-2">
					<Button
						variant="quiet"
						onClick={() => {
							setDraft({ category: filter.category });
							setTyped({ min: '', max: '' });
						}}
					>
						{adFiltersText.clearAll}
					</Button>
					<Button type="submit" className="flex-1" aria-live="polite">
						{counts
							? adFiltersText.showCountedAds(adFiltersText.cappedCount(counts.ads, limits.countedAds), counts.ads)
							: adFiltersText.showAds}
					</Button>
				</div>
			</form>
		</Dialog>
	);
}

/** Milliseconds between the last change of a filter and the count. */
const settleDelay = 250;

/** Returns a value once it has not changed for a moment. */
function useSettled<Value>(value: Value): Value {
	const [settled, setSettled] = useState(value);
	useEffect(() => {
		const timer = setTimeout(() => setSettled(value), settleDelay);
		return () => clearTimeout(timer);
	}, [value]);
	return settled;
}

function toTyped(filter: AdFilter): Typed {
	const { min = '', max = '' } = toAdFilterParams(filter);
	return { min, max };
}

/** Query for the number of ads of each filter option, by `filter value`, within the other filters and the search query `q`. */
function adCountsQuery(api: Client, filter: AdFilter, q: string) {
	return queryOptions({
		queryKey: ['ad-counts', filter, q],
		staleTime: 60_000,
		queryFn: async ({ signal }) => {
			const query = { ...filter, ...(q && { q }) };
			const { ads, options } = await api.countAds({ query }, { signal });
			return { ads, options: new Map(options.map((option) => [`${option.filter} ${option.value}`, option.ads])) };
		},
	});
}
