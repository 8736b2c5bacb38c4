import { ArrowDown, ArrowUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import type { Category } from '../../../contract/market-settings/categories.ts';
import { marketSettingsFormShape } from '../../../contract/market-settings/market-settings.ts';
import * as settingsText from '../../../text/web/admin-settings.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { SectionForm, SettingsSection } from './settings-section.tsx';
import { type SectionProps, useSettingsForm } from './use-settings-form.ts';

const { category_order, hidden_categories } = marketSettingsFormShape;
const schema = z.strictObject({ category_order, hidden_categories });

interface Move {
	category: Category;
	step: -1 | 1;
	message: string;
}

/** Order and visibility of the categories. */
export function CategoriesSection(props: SectionProps) {
	const { values, defaults } = props.settings;
	const list = useRef<HTMLOListElement>(null);
	const [move, setMove] = useState<Move | null>(null);
	const form = useSettingsForm(props, {
		id: 'categories',
		toFields: ({ category_order, hidden_categories }) => ({ category_order, hidden_categories }),
		schema: {
			safeParse: (fields) => {
				const { category_order, hidden_categories } = fields as {
					category_order: Category[];
					hidden_categories: Category[];
				};
				const isDefault = isSame(category_order, defaults.category_order);
				return schema.safeParse({
					category_order: isDefault ? null : category_order,
					hidden_categories: hidden_categories.length === 0 ? null : hidden_categories,
				});
			},
		},
	});
	const order = form.watch('category_order');
	const hidden = form.watch('hidden_categories');
	const isDefault = isSame(order, defaults.category_order) && hidden.length === 0;

	function moveCategory(category: Category, step: -1 | 1) {
		const from = order.indexOf(category);
		const to = from + step;
		if (to < 0 || to >= order.length) return;
		form.setValue('category_order', order.toSpliced(from, 1).toSpliced(to, 0, category), { shouldDirty: true });
		setMove({ category, step, message: settingsText.moved(category, to + 1, order.length) });
	}

	function toggle(category: Category, isShown: boolean) {
		// The hidden categories keep the default order, so that a category that is hidden and shown again is no change.
		const next = defaults.category_order.filter((one) => (one === category ? !isShown : hidden.includes(one)));
		form.setValue('hidden_categories', next, { shouldDirty: true });
	}

	// A button loses the focus if its row moves in the document.
	useEffect(() => {
		if (!move) return;
		const row = [...(list.current?.children ?? [])].find((row) => row.getAttribute('data-category') === move.category);
		row?.querySelectorAll('button')[move.step === -1 ? 0 : 1]?.focus();
	}, [move]);

	return (
		<SettingsSection
			id="categories"
			title={settingsText.categoriesTitle}
			lead={settingsText.categoriesLead}
			isDirty={form.formState.isDirty}
		>
			<SectionForm
				form={form}
				labels={{ category_order: settingsText.categoryOrder, hidden_categories: settingsText.hiddenCategories }}
				formatValue={(names) => (names as Category[]).join(', ') || settingsText.noneHidden}
				defaults={
					!isDefault && (
						<Button
							variant="plain"
							disabled={form.isSending}
							onClick={() => {
								form.setValue('category_order', defaults.category_order, { shouldDirty: true });
								form.setValue('hidden_categories', defaults.hidden_categories, { shouldDirty: true });
							}}
						>
							{settingsText.useDefault}
						</Button>
					)
				}
			>
				{isSame(values.category_order, defaults.category_order) && values.hidden_categories.length === 0 && (
					<p className="text-14">{settingsText.categoriesByAds}</p>
				)}
				<p role="status" className="sr-only">
					{move?.message}
				</p>
				<ol ref={list} aria-label={settingsText.categoryList} className="divide-y divide-line border-line border-y">
					{order.map((category, index) => (
						<CategoryRow
							key={category}
							category={category}
							isShown={!hidden.includes(category)}
							isFirst={index === 0}
							isLast={index === order.length - 1}
							onMove={(step) => moveCategory(category, step)}
							onToggle={(isShown) => toggle(category, isShown)}
						/>
					))}
				</ol>
			</SectionForm>
		</SettingsSection>
	);
}

interface CategoryRowProps {
	category: Category;
	isShown: boolean;
	isFirst: boolean;
	isLast: boolean;
	onMove: (step: -1 | 1) => void;
	onToggle: (isShown: boolean) => void;
}

function CategoryRow({ category, isShown, isFirst, isLast, onMove, onToggle }: CategoryRowProps) {
	return (
		<li data-category={category} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 py-1 md:flex">
			<span className={classes('min-w-0 grow text-16', !isShown && 'text-quiet')}>{category}</span>
			{/* At an end, the button stays enabled so that it keeps the focus. */}
			<span className="flex">
				<IconButton
					label={settingsText.moveUp(category)}
					aria-disabled={isFirst || undefined}
					className={isFirst ? 'opacity-40' : ''}
					onClick={() => onMove(-1)}
				>
					<ArrowUp aria-hidden className="size-5" />
				</IconButton>
				<IconButton
					label={settingsText.moveDown(category)}
					aria-disabled={isLast || undefined}
					className={isLast ? 'opacity-40' : ''}
					onClick={() => onMove(1)}
				>
					<ArrowDown aria-hidden className="size-5" />
				</IconButton>
			</span>
			<label className="col-span-2 flex min-h-11 cursor-pointer items-center gap-2.5 text-14 text-quiet">
				<input
					type="checkbox"
					// biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says itself whether it is checked
					role="switch"
					aria-label={settingsText.showCategory(category)}
					checked={isShown}
					onChange={({ target }) => onToggle(target.checked)}
					className="relative h-7 w-12 shrink-0 cursor-pointer appearance-none rounded-full border border-edge bg-sunken transition-colors before:absolute before:top-0.5 before:left-0.5 before:size-5.5 before:rounded-full before:bg-quiet before:transition-transform checked:border-leaf checked:bg-leaf checked:before:translate-x-5 checked:before:bg-on-leaf"
				/>
				{settingsText.showWhileBrowsing}
			</label>
		</li>
	);
}

const isSame = (one: readonly string[], other: readonly string[]) => one.join('\n') === other.join('\n');
