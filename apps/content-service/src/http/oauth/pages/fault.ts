/** Parts of templates whose variable `fault` says why the last attempt was refused. */
export const FAULT = `
  <% if (it.fault !== undefined) { %>
    <p class="fault" role="alert" id="fault"><%= it.fault %></p>
  <% } %>`;

/** The attribute of the form that `FAULT` is about. */
export const DESCRIBED_BY_FAULT = '<% if (it.fault !== undefined) { %> aria-describedby="fault"<% } %>';

/** The attribute of a form that keeps what is typed in when it is refused (`assets/pages.js`). */
export const KEEPS_INPUT = ` data-unreachable="<%~ it.text('error.unreachable') %>"`;
