// A token with every usual name, its interface, and a wallet that mixes both transfers.
pragma solidity 0.8.30;
interface IERC20 {
    event Transfer(address indexed from, address indexed to, uint256 value);
    function transfer(address to, uint256 value) external returns (bool);
    function approve(address spender, uint256 value) external returns (bool);
    function balanceOf(address account) external view returns (uint256);
    function name() external view returns (string memory);
}
contract ERC20 is IERC20 {
    string public override name = "name";
    mapping(address account => uint256) public override balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    constructor() { _mint(msg.sender, 1e18); }
    function _mint(address to, uint256 value) internal { balanceOf[to] += value; emit Transfer(address(0), to, value); }
    /// @inheritdoc IERC20
    function transfer(address to, uint256 value) public override returns (bool) { _transfer(msg.sender, to, value); return true; }
    function approve(address spender, uint256 value) external override returns (bool) { allowance[msg.sender][spender] = value; return true; }
    function _transfer(address from, address to, uint256 value) internal virtual { balanceOf[from] -= value; balanceOf[to] += value; emit IERC20.Transfer(from, to, value); }
}
contract Wallet {
    IERC20 immutable token;
    constructor(IERC20 token_) payable { token = token_; }
    function pay(address payable to, uint256 value) external {
        token.transfer(to, value);
        to.transfer(value);
        require(to.send(1) && token.approve({spender: to, value: value}));
        (bool ok, ) = address(token).call(abi.encodeCall(token.transfer, (to, value)));
        require(ok, type(ERC20).name);
    }
}
