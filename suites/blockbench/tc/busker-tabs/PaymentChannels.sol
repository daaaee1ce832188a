// SPDX-License-Identifier: MIT
pragma solidity 0.4.26;

contract Token {
    function transfer(address _to, uint _value) public returns (bool);
    function transferFrom(address _from, address _to, uint _value) public returns (bool);
}

// Channels between a payer and a payee. The payer puts ether and tokens of a kind of his choice into a channel, and
// the payee joins it. Payments are counted between the two of them, outside of the chain. In the end both propose the
// same split, or the payer reclaims what nobody has claimed in time. Who joins a channel has looked at its token.
contract PaymentChannels {
    enum Stage { None, Opened, Joined }

    struct Channel {
        address payer;
        address payee;
        Stage stage;
        uint64 timeout;
        address token;
        uint weiAmount;
        uint tokenAmount;
    }

    // one proposal a party; the two have to be equal to be carried out
    struct Proposal {
        bool made;
        uint payeeWei;
        uint payeeTokens;
    }

    uint public constant MIN_TERM = 1 hours;
    uint public constant MAX_TERM = 60 days;

    mapping(bytes32 => Channel) public channels;
    mapping(bytes32 => mapping(address => Proposal)) public proposals;
    mapping(address => uint) public channelCount;

    event ChannelOpened(bytes32 indexed id, address indexed payer, address indexed payee, uint weiAmount);
    event ChannelJoined(bytes32 indexed id);
    event SplitProposed(bytes32 indexed id, address indexed by, uint payeeWei, uint payeeTokens);
    event ChannelClosed(bytes32 indexed id, uint payeeWei, uint payeeTokens);
    event ChannelReclaimed(bytes32 indexed id, uint weiAmount);

    modifier validTerm(uint64 _term) {
        require(_term >= MIN_TERM && _term <= MAX_TERM); //~ BENIGN INPUT_VAL
        _;
    }

    // the term is the time to join; joining sets another one, in which the two may agree
    function openChannel(address _payee, address _token, uint _tokenAmount, uint64 _term) public payable validTerm(_term) returns (bytes32 id) {
        require(_payee != address(0) && _payee != msg.sender); //~ BENIGN INPUT_VAL
        require(msg.value > 0 || _tokenAmount > 0); //~ BENIGN INPUT_VAL

        id = keccak256(abi.encodePacked(msg.sender, channelCount[msg.sender]++)); //~ BENIGN COMPUTATION a number is used once per payer
        channels[id] = Channel(msg.sender, _payee, Stage.Opened, uint64(now) + _term, _token, msg.value, _tokenAmount);
        emit ChannelOpened(id, msg.sender, _payee, msg.value); //~ UNRELATED EVENT_EMIT
        if (_tokenAmount > 0) require(Token(_token).transferFrom(msg.sender, this, _tokenAmount)); //~ PREREQ EXT_CALL any contract may be named as the token
    }

    function joinChannel(bytes32 _id, uint64 _term) public validTerm(_term) {
        Channel storage c = channels[_id];
        require(c.stage == Stage.Opened && c.payee == msg.sender); //~ BENIGN ACCESS_CTRL
        require(now <= c.timeout); //~ BENIGN TIMESTAMP
        c.stage = Stage.Joined;
        c.timeout = uint64(now) + _term;
        emit ChannelJoined(_id); //~ UNRELATED EVENT_EMIT
    }

    // the payer gets what the payee does not; the second of two equal proposals closes
    function proposeSplit(bytes32 _id, uint _payeeWei, uint _payeeTokens) public {
        Channel memory c = channels[_id];
        require(c.stage == Stage.Joined); //~ BENIGN CTRL_FLOW
        require(msg.sender == c.payer || msg.sender == c.payee); //~ BENIGN ACCESS_CTRL
        require(_payeeWei <= c.weiAmount && _payeeTokens <= c.tokenAmount); //~ BENIGN INPUT_VAL no more than is in the channel

        Proposal storage p = proposals[_id][msg.sender == c.payer ? c.payee : c.payer];
        emit SplitProposed(_id, msg.sender, _payeeWei, _payeeTokens); //~ UNRELATED EVENT_EMIT
        if (!p.made || p.payeeWei != _payeeWei || p.payeeTokens != _payeeTokens) {
            proposals[_id][msg.sender] = Proposal(true, _payeeWei, _payeeTokens);
            return;
        }

        remove(_id, c); //~ BENIGN STATE_MOD nothing is left of the channel when the payments start
        emit ChannelClosed(_id, _payeeWei, _payeeTokens); //~ UNRELATED EVENT_EMIT
        pay(c.payee, _payeeWei, c.token, _payeeTokens);
        pay(c.payer, c.weiAmount - _payeeWei, c.token, c.tokenAmount - _payeeTokens); //~ BENIGN ARITHMETIC
    }

    // nobody has joined in time, or the two have not agreed in time
    function reclaim(bytes32 _id) public {
        Channel memory c = channels[_id];
        require(c.stage != Stage.None && c.payer == msg.sender); //~ INSUFF_GUARD CTRL_FLOW the stage is still there during the payment
        require(now > c.timeout); //~ BENIGN TIMESTAMP
        pay(c.payer, c.weiAmount, c.token, c.tokenAmount); //~ ROOT_CAUSE EXT_CALL the token is called while the channel is on the books
        remove(_id, c); //~ ROOT_CAUSE STATE_MOD after the payment
        emit ChannelReclaimed(_id, c.weiAmount); //~ UNRELATED EVENT_EMIT
    }

    function remove(bytes32 _id, Channel memory _c) internal {
        delete proposals[_id][_c.payer];
        delete proposals[_id][_c.payee];
        delete channels[_id];
    }

    // ether goes with the stipend only
    function pay(address _to, uint _wei, address _token, uint _tokens) internal {
        if (_wei > 0) _to.transfer(_wei); //~ DECOY FUND_XFER 2300 gas, not enough to call anybody
        if (_tokens > 0) require(Token(_token).transfer(_to, _tokens)); //~ PREREQ EXT_CALL all the gas there is, to the token of the payer's choice
    }
}
