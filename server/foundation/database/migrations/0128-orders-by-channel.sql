-- Orders are filtered by the channel of their buyer, and the channels of an event are offered for that.
create index reservation_of_channel on reservation (purchase_context_id, channel) where channel is not null;
