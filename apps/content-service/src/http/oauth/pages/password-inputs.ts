/** Shows the passwords of a form; only the script of the pages can. */
export const SHOW_PASSWORD = `
    <label class="reveal" hidden><input type="checkbox"> <%~ it.text('password.show') %></label>`;

/** The inputs of a new password, which is typed twice. */
export const NEW_PASSWORD_INPUTS = `
    <label for="password"><%~ it.text('password.new') %></label>
    <input id="password" name="password" type="password" autocomplete="new-password" minlength="12" maxlength="256" required aria-describedby="length">
    <small id="length"><%~ it.text('password.length') %></small>
    <label for="repeated"><%~ it.text('password.repeated') %></label>
    <input id="repeated" name="repeated" type="password" autocomplete="new-password" required>${SHOW_PASSWORD}`;
