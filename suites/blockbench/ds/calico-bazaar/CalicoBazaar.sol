// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

/**
 * @title Calico bazaar
 * @notice Shoppers load credit at the gate and pay for cloth with it at the stalls, by the metre. Cloth that was bought is a
 *         balance here, which can be handed on and is cut in the shop of the weavers. Credit that is left over is paid out on
 *         leaving.
 */
contract CalicoBazaar {
    string public constant name = "Calico, by the metre";
    string public constant symbol = "CALICO";
    uint8 public constant decimals = 0;

    struct Bolt {
        uint96 price; // wei for a metre
        uint64 metres; // left on the bolt
        bool folded;
        string pattern;
    }

    address payable public immutable weavers;

    Bolt[] public bolts;
    mapping(address => uint256) public creditOf;
    mapping(address => uint256) public balanceOf;
    mapping(address => bool) public leaving;
    uint256 public totalSupply;
    uint256 public till;

    event Loaded(address indexed shopper, uint256 amount);
    event Left(address indexed shopper, uint256 amount);
    event Unrolled(uint256 indexed bolt, string pattern, uint96 price, uint64 metres);
    event Folded(uint256 indexed bolt);
    event Transfer(address indexed from, address indexed to, uint256 metres);
    event TillEmptied(uint256 amount);

    error WeaversOnly();
    error NoCredit();
    error AlreadyLeaving();
    error BoltFolded();
    error BoltTooShort(uint256 left);
    error NotEnough();
    error PaymentRefused();

    modifier onlyWeavers() {
        if (msg.sender != weavers) revert WeaversOnly();
        _;
    }

    constructor() {
        weavers = payable(msg.sender);
    }

    // ----- weavers

    function unroll(string calldata pattern, uint96 price, uint64 metres) external onlyWeavers returns (uint256 bolt) {
        bolt = bolts.length;
        bolts.push(Bolt(price, metres, false, pattern));
        emit Unrolled(bolt, pattern, price, metres);
    }

    function fold(uint256 bolt) external onlyWeavers {
        bolts[bolt].folded = true;
        emit Folded(bolt);
    }

    function emptyTill() external onlyWeavers {
        uint256 amount = till;
        till = 0; //~ BENIGN STATE_MOD emptied on the books first
        emit TillEmptied(amount);
        (bool paid, ) = weavers.call{value: amount}(""); //~ BENIGN EXT_CALL nothing is left to be taken again
        if (!paid) revert PaymentRefused();
    }

    // ----- shoppers

    /// @notice Loads credit.
    function load() external payable {
        creditOf[msg.sender] += msg.value; //~ BENIGN STATE_MOD what came with the call
        emit Loaded(msg.sender, msg.value);
    }

    /// @notice Buys cloth with credit.
    function buy(uint256 bolt, uint64 metres) external {
        Bolt storage b = bolts[bolt];
        if (b.folded) revert BoltFolded();
        if (metres > b.metres) revert BoltTooShort(b.metres);
        uint256 cost = uint256(b.price) * metres;
        if (cost > creditOf[msg.sender]) revert NoCredit(); //~ PREREQ INPUT_VAL finds the credit of somebody who is being paid out
        creditOf[msg.sender] -= cost;
        till += cost;
        b.metres -= metres; //~ BENIGN ARITHMETIC compared with the bolt above
        _mint(msg.sender, metres);
    }

    /// @notice Pays the caller's credit out.
    function leave() external {
        uint256 amount = creditOf[msg.sender];
        if (amount == 0) revert NoCredit();
        if (leaving[msg.sender]) revert AlreadyLeaving(); //~ INSUFF_GUARD REENTRY_GUARD nobody leaves twice at once, but the stalls do not ask
        leaving[msg.sender] = true;
        emit Left(msg.sender, amount);
        (bool paid, ) = msg.sender.call{value: amount}(""); //~ ROOT_CAUSE EXT_CALL the shopper's code runs with the credit still on the books
        creditOf[msg.sender] = 0; //~ ROOT_CAUSE STATE_MOD struck out only when it may have been spent
        if (!paid) revert PaymentRefused();
        leaving[msg.sender] = false;
    }

    // ----- cloth

    /// @notice Hands cloth on.
    function transfer(address to, uint256 metres) external returns (bool) {
        if (metres > balanceOf[msg.sender] || to == address(0)) revert NotEnough();
        balanceOf[msg.sender] -= metres;
        balanceOf[to] += metres;
        emit Transfer(msg.sender, to, metres);
        return true;
    }

    /// @notice Has cloth cut; it is worn from then on and no balance any more.
    function cut(uint256 metres) external {
        if (metres > balanceOf[msg.sender]) revert NotEnough();
        balanceOf[msg.sender] -= metres;
        totalSupply -= metres;
        emit Transfer(msg.sender, address(0), metres); //~ UNRELATED EVENT_EMIT
    }

    function _mint(address to, uint256 metres) private {
        balanceOf[to] += metres;
        totalSupply += metres;
        emit Transfer(address(0), to, metres);
    }
}
