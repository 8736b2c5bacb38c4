import type { FieldValues } from 'react-hook-form';
import * as commonText from '../../text/shared/common.ts';
import { Button, type ButtonVariant } from '../ui/button.tsx';
import type { ApiFormState } from './api-form.tsx';

interface FormButtonsProps {
	form: Pick<ApiFormState<FieldValues>, 'button'>;
	/** Label of the submit button. */
	label: string;
	variant?: ButtonVariant;
	/** If null, the form has no button to cancel it. */
	onCancel: (() => void) | null;
}

/** Buttons that submit and cancel an `ApiForm`. */
export function FormButtons({ form, label, variant = 'primary', onCancel }: FormButtonsProps) {
	return (
		<div className="flex flex-wrap gap-2">
			<Button {...form.button} variant={variant}>
				{label}
			</Button>
			{onCancel && (
				<Button variant="quiet" onClick={onCancel}>
					{commonText.cancel}
				</Button>
			)}
		</div>
	);
}
