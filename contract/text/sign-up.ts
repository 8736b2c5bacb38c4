// What the sign-up page says.
export const userNameHint = "Used in your shop link. Letters, numbers and _ only. You can't change it later.";
export const submit = 'Create account';
export const lead = 'Show your products to the whole market. It is free.';
export const pageTitle = 'Sign up';
export const title = 'Open your shop';
export const acceptTerms =
	'By signing up you accept our <terms>terms and conditions</terms>. See our <privacy>privacy page</privacy> for how we use your data.';
export const haveAccount = 'Already have an account? <login>Log in</login>';
