// The fields of a form, which are all its state.
export const isToken = (name) => ["csrf_token", "action_id"].includes(name);
export const number = (input) => Number.parseInt(input.value, 10) || 0;
export const changed = (input) => input.dispatchEvent(new Event("change", { bubbles: true }));
