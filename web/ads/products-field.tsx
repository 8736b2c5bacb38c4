import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useId, useState } from 'react';
import * as adLimits from '../../contract/ads/limits.ts';
import * as controlsText from '../../text/web/controls.ts';
import * as pinnedProductsText from '../../text/web/pinned-products.ts';
import type { ApiFormState } from '../data/api-form.tsx';
import { useApi } from '../platform/api.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { lazyPart } from '../ui/use-lazy-component.ts';
import { type AdFields, readProductIds } from './ad-form.ts';
import { LinkedAdLabel } from './linked-ad-label.tsx';
import { adCardsQuery } from './queries.ts';

const ProductPicker = lazyPart(async () => (await import('./product-picker.tsx')).ProductPicker);

interface ProductsFieldProps {
	form: Pick<ApiFormState<AdFields>, 'field' | 'setValue' | 'watch'>;
	/** Account id of the seller. */
	sellerId: number;
	/** Id of the video ad; null for a new one. */
	videoId: number | null;
	locked: boolean;
}

/** Own ads that are shown as products of a video. */
export function ProductsField({ form, sellerId, videoId, locked }: ProductsFieldProps) {
	const id = useId();
	const ids = readProductIds(form.watch('products'));
	const [isChoosing, setChoosing] = useState(false);
	const { data } = useQuery({ ...adCardsQuery(useApi(), ids), enabled: ids.length > 0 });
	const { name, error } = form.field('products');
	const cards = ids.length > 0 ? data?.filter(({ id }) => ids.includes(id)) : [];
	const setIds = (next: readonly number[]) => form.setValue('products', next.join(' '), { shouldDirty: true });
	return (
		<fieldset disabled={locked} className="flex min-w-0 flex-col gap-2">
			<legend className="mb-1.5 font-semibold text-14">
				{pinnedProductsText.title}
				<span className="font-normal text-quiet">{` ${controlsText.optional}`}</span>
			</legend>
			<ul className="flex flex-col gap-2 empty:hidden">
				{cards?.map((ad) => (
					<li key={ad.id} className="flex items-center gap-3 rounded-control bg-sunken p-2">
						<LinkedAdLabel ad={ad}>
							{ad.state !== 'ready' && <span className="text-12 text-danger">{pinnedProductsText.notForSale}</span>}
						</LinkedAdLabel>
						<IconButton
							label={pinnedProductsText.remove(ad.title)}
							onClick={() => setIds(ids.filter((id) => id !== ad.id))}
						>
							<X aria-hidden className="size-5" />
						</IconButton>
					</li>
				))}
			</ul>
			<Button
				name={name}
				variant="quiet"
				aria-haspopup="dialog"
				aria-describedby={`${id}-hint`}
				onClick={() => setChoosing(true)}
				className="self-start"
			>
				<Plus aria-hidden className="size-4.5" />
				{ids.length > 0 ? pinnedProductsText.change : pinnedProductsText.choose}
			</Button>
			<p id={`${id}-hint`} className="text-14">
				{error ? (
					<span className="text-danger">{error}</span>
				) : (
					<span className="text-quiet">{pinnedProductsText.hint(adLimits.pinnedProducts)}</span>
				)}
			</p>
			{isChoosing && (
				<ProductPicker
					sellerId={sellerId}
					videoId={videoId}
					chosen={ids}
					onChange={setIds}
					onClose={() => setChoosing(false)}
				/>
			)}
		</fieldset>
	);
}
