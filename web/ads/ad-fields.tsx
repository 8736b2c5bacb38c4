import * as limits from '../../contract/core/limits.ts';
import { categories } from '../../contract/market-settings/categories.ts';
import * as commonText from '../../text/shared/common.ts';
import * as adFormText from '../../text/web/ad-form.ts';
import * as postAdText from '../../text/web/post-ad.ts';
import type { ApiFormState } from '../data/api-form.tsx';
import { Select } from '../ui/select.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { TextField } from '../ui/text-field.tsx';
import type { AdFields } from './ad-form.ts';
import { type AccountNumbers, ContactFields, ItemFields } from './seller-fields.tsx';

interface AdFieldsProps {
	form: Pick<ApiFormState<AdFields>, 'field' | 'setValue' | 'watch'>;
}

interface PictureAdFieldsProps extends AdFieldsProps {
	locked: boolean;
	account: AccountNumbers;
	/** True in the form of a new ad. */
	isNewAd?: boolean;
}

export function PictureAdFields({ form, locked, account, isNewAd = false }: PictureAdFieldsProps) {
	const title = form.watch('title');
	return (
		<fieldset disabled={locked} className="flex min-w-0 flex-col gap-5">
			<TextField
				label={commonText.title}
				placeholder={postAdText.titlePlaceholder}
				limit={limits.title.max}
				length={title.length}
				{...form.field('title')}
			/>
			<CategoryAndDescriptionFields form={form} />
			<ItemFields form={form} />
			<ContactFields form={form} account={account} isNewAd={isNewAd} />
		</fieldset>
	);
}

export function CategoryAndDescriptionFields({ form }: AdFieldsProps) {
	const description = form.watch('description');
	return (
		<>
			<Select
				label={commonText.category}
				placeholder={adFormText.categoryPlaceholder}
				options={categories}
				{...form.field('category')}
			/>
			<TextArea
				label={commonText.description}
				placeholder={adFormText.descriptionPlaceholder}
				limit={limits.description.max}
				length={description.length}
				{...form.field('description')}
			/>
		</>
	);
}
