import { hasItemOptions } from '../../contract/ads/ad-options.ts';
import * as validationText from '../../text/shared/validation.ts';
import { invalidInput } from '../core/domain-error.ts';
import type { AdChanges } from './ads.ts';

/** Throws `invalid` if a form sets options that ads of the category do not have. */
export function assertOptionsOfCategory(
	category: string,
	{ condition, delivery }: Pick<AdChanges, 'condition' | 'delivery'>,
): void {
	if (hasItemOptions(category)) return;
	if (condition) throw invalidInput({ condition: validationText.conditionNotTaken });
	if (delivery && delivery.length > 0) throw invalidInput({ delivery: validationText.deliveryNotTaken });
}
